/**
 * A browser that runs elsewhere: by the DevTools protocol (`http://host:9222`, `ws://…`), or by a Playwright server
 * (`ws://…`). In a file of its own: it is public, and what imports Playwright's types is not.
 */
export type RemoteEndpoint =
  | { readonly cdpUrl: string; readonly playwrightUrl?: undefined }
  | { readonly cdpUrl?: undefined; readonly playwrightUrl: string };
