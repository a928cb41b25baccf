/**
 * The scripts of all threads as one script in CommonJS, which exports each under its name. `scripts/build.ts` writes it: the
 * sources and the installed package run the files themselves.
 */
export const bundledThreads: string = '';
