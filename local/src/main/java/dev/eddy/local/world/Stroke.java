// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/** One stroke of a pen: the points that it passes through, in order. */
public record Stroke(double[] x, double[] y) {
    int points() {
        return x.length;
    }

    /** Each point p becomes A p + t, A in rows. */
    public Stroke transform(double xx, double xy, double yx, double yy, double tx, double ty) {
        double[] movedX = new double[x.length];
        double[] movedY = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            movedX[i] = xx * x[i] + xy * y[i] + tx;
            movedY[i] = yx * x[i] + yy * y[i] + ty;
        }
        return new Stroke(movedX, movedY);
    }

    public Stroke move(double tx, double ty) {
        return transform(1, 0, 0, 1, tx, ty);
    }

    /** Turned about its first point's origin by an angle in radians and scaled along both axes. */
    public Stroke turn(double angle, double scaleX, double scaleY) {
        double cos = StrictMath.cos(angle);
        double sin = StrictMath.sin(angle);
        return transform(cos * scaleX, -sin * scaleY, sin * scaleX, cos * scaleY, 0, 0);
    }

    /** Of the straight lines from point to point. */
    public double length() {
        double sum = 0;
        for (int i = 1; i < x.length; i++) {
            sum += StrictMath.hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
        }
        return sum;
    }

    public double centreX() {
        return mean(x);
    }

    public double centreY() {
        return mean(y);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
