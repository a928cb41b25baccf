/**
 * A function that loads a module when it is first called and returns the same one from then on: `import()` of a module that
 * is loaded already takes 30 to 50 µs, which a call would pay several times. A load that failed is tried again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
