/** An item's link: the page that it leads to, or why it leads to none. */
export type PageLink =
  | { readonly url: string; readonly problem?: undefined }
  | { readonly url?: undefined; readonly problem: string };

/**
 * Returns the page that an item's link leads to. `link` is an absolute URL, empty when the link's element names none,
 * `undefined` when the item has no such element; `from` is the URL of the page that shows the items.
 */
export function toPageLink(link: string | undefined, from: string): PageLink {
  if (link === undefined) return { problem: 'no element for its link was found' };
  if (link === '') {
    return {
      problem:
        'its link has no href, data-href or formaction that names one page, so only a click could open it',
    };
  }
  const url = URL.parse(link);
  if (url === null) return { problem: 'its link is no URL' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `its link begins with "${url.protocol}" and leads to no page` };
  }
  if (withoutHash(url.href) === withoutHash(from) && !isRoute(url.hash)) {
    return { problem: 'its link leads to the page of the list itself' };
  }
  if (!isRoute(url.hash)) url.hash = '';
  return { url: url.href };
}

/** Returns a URL without its fragment: what the server knows the document by. */
export function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}

/** Whether a fragment is the address of a view that scripts render (`#/item/3`, `#!item`), not a place on the page. */
function isRoute(hash: string): boolean {
  return /^#[!/]/.test(hash);
}
