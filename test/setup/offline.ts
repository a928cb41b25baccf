// Tests are offline by construction: whoever wants the network must bring its own, on loopback.
globalThis.fetch = () => {
  throw new TypeError('Tests do not use the global fetch: serve the page on loopback instead.');
};
