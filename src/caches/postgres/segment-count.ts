/**
 * Tables that the pages are spread over by the time they are kept. One is emptied at once when they are full: more keep the
 * cache fuller, and every look-up asks the index of each.
 */
export const segmentCount: number = 8;
