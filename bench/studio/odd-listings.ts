/**
 * Listings whose expected rows are not the page's list, found by reading the page beside its rows, and why. They count in the
 * figure over all pages and are left out of that over whole lists.
 */
export const oddListings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'rows of other courts, of other kinds or without a document are left out': [
      'cavc_example',
      'nysurct_example',
      'nycivct_example',
      'nyclaimsct_example',
      'nysupct_example',
      'massappct_example',
      'moctapp_eastern_example',
      'moctapp_western_example',
      'moctapp_southern_example',
      'tenn_example',
      'tenncrimapp_example',
      'wisctapp_example',
      'haw_example',
      'hawapp_example',
      'hawapp_example_2',
      'txctapp4_example',
      'txctapp7_example',
      'txctapp10_example',
      'txctapp12_example',
      'texcrimapp_example',
      'arkctapp_example',
      'nd_example',
      'nebctapp_example',
      'connappct_example',
    ],
    'few of the rows are expected': ['va_example'],
    'a row of the page is two records': ['dcd_example', 'scotus_relating_example'],
    'the number of a record is that of another row': ['texbizct_example'],
  }).flatMap(([reason, pages]) =>
    pages.map((page) => [`opinions_united_states_${page}`, reason] as const),
  ),
);
