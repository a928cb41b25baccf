/** What a browser says it is, as client hints have it. */
export interface Brand {
  readonly brand: string;
  readonly version: string;
}

// Chromium, components/embedder_support/user_agent_utils.cc: by the major version, so that servers do not rely on any of it.
const greaseCharacters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const greaseVersions = ['8', '99', '24'] as const;

/** The brand by which Chromium keeps servers from relying on the list. */
export function toGreasedBrand(major: number): Brand {
  const [before, after] = [major, major + 1].map(
    (index) => greaseCharacters[index % greaseCharacters.length],
  );
  return {
    brand: `Not${before}A${after}Brand`,
    version: greaseVersions[major % greaseVersions.length] ?? '99',
  };
}
