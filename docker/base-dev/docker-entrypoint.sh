#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# What the official Flink image promises at its entrypoint: jobmanager, standalone-job, taskmanager, help, or any other command
# as it is; FLINK_PROPERTIES and JOB_MANAGER_RPC_ADDRESS go into the configuration, ENABLE_BUILT_IN_PLUGINS from opt to plugins.
set -euo pipefail

conf=$FLINK_HOME/conf
opens=()
for package in lang util util.concurrent net nio time text; do opens+=("--add-opens=java.base/java.$package=ALL-UNNAMED"); done

# What Flink's own helper computes, each result after this mark, and its log.
mark=BASH_JAVA_UTILS_EXEC_RESULT:
utils() {
  java -cp "$FLINK_HOME/bin/bash-java-utils.jar:$FLINK_HOME/lib/*" org.apache.flink.runtime.util.bash.BashJavaUtils "$1" \
    --configDir "$conf" "${@:2}" 2>&1
}

enable_plugins() {
  local plugin
  for plugin in ${ENABLE_BUILT_IN_PLUGINS//;/ }; do
    [[ -e $FLINK_HOME/opt/$plugin ]] || { echo "there is no plugin $plugin in $FLINK_HOME/opt" >&2 && exit 1; }
    mkdir -p "$FLINK_HOME/plugins/${plugin%.jar}"
    ln -fs "$FLINK_HOME/opt/$plugin" "$FLINK_HOME/plugins/${plugin%.jar}/"
  done
}

# As the official image, it goes on where the configuration is mounted read-only.
configure() {
  local options=(-D "jobmanager.rpc.address=${JOB_MANAGER_RPC_ADDRESS:-$(hostname)}" -D blob.server.port=6124) key value merged
  if [[ ! -w $conf/config.yaml ]]; then
    echo "$conf/config.yaml is read-only and stays as it is"
    return
  fi
  [[ -z ${TASK_MANAGER_NUMBER_OF_TASK_SLOTS:-} ]] || options+=(-D "taskmanager.numberOfTaskSlots=$TASK_MANAGER_NUMBER_OF_TASK_SLOTS")
  while IFS=: read -r key value; do
    key=${key//[[:space:]]/}
    [[ -z $key ]] || options+=(-D "$key=${value//[[:space:]]/}")
  done <<<"${FLINK_PROPERTIES:-}"
  merged=$(utils UPDATE_AND_GET_FLINK_CONFIGURATION "${options[@]}")
  sed -n "s/^$mark//p" <<<"$merged" >"$conf/config.yaml"
}

# start ROLE NAME CLASS ARGUMENT...: becomes the process, sized as the configuration says.
start() {
  local role=$1 name=$2 class=$3 told flags dynamic own
  told=$(utils "GET_${role}_RESOURCE_PARAMS")
  grep -q "^$mark" <<<"$told" || { echo "$told" >&2 && exit 1; }
  read -ra flags <<<"$(sed -n "s/^$mark//p" <<<"$told" | sed -n 1p)"
  read -ra dynamic <<<"$(sed -n "s/^$mark//p" <<<"$told" | sed -n 2p)"
  read -ra own <<<"$(sed -nE "s/.*Loading configuration property: env.java.opts.(all|$name), //p" <<<"$told" | tr '\n' ' ')"
  # shellcheck disable=SC2086 # the arguments are words
  exec java "${flags[@]}" "${opens[@]}" "${own[@]}" ${JVM_ARGS:-} "-Dlog4j.configurationFile=file:$conf/log4j-console.properties" \
    -cp "$FLINK_HOME/lib/*" "$class" --configDir "$conf" "${dynamic[@]}" "${@:4}"
}

export FLINK_CONF_DIR=$conf FLINK_LIB_DIR=$FLINK_HOME/lib FLINK_PLUGINS_DIR=$FLINK_HOME/plugins FLINK_OPT_DIR=$FLINK_HOME/opt
[[ -z ${ENABLE_BUILT_IN_PLUGINS:-} ]] || enable_plugins
case ${1:-help} in
  help) echo "usage: docker-entrypoint.sh jobmanager|standalone-job|taskmanager|help|COMMAND [ARGUMENT...]" ;;
  jobmanager)
    configure
    start JM jobmanager org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint "${@:2}"
    ;;
  standalone-job)
    configure
    start JM jobmanager org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint "${@:2}"
    ;;
  taskmanager)
    configure
    start TM taskmanager org.apache.flink.runtime.taskexecutor.TaskManagerRunner "${@:2}"
    ;;
  *) exec "$@" ;;
esac
