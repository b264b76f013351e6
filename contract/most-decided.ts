/** The most calls that one request decides on. */
export const mostDecided = 100;
