/**
 * A browser on another machine, reached by the DevTools protocol (`http://host:9222`, `ws://…`) or by a Playwright
 * server (`ws://…`). In its own file because the type is public, and files that import Playwright's types are not.
 */
export type RemoteEndpoint =
  | { readonly cdpUrl: string; readonly playwrightUrl?: undefined }
  | { readonly cdpUrl?: undefined; readonly playwrightUrl: string };
