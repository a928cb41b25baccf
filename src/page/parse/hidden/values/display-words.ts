/** The words that browsers know for `display`. */
export const displayWords: ReadonlySet<string> = new Set(
  (
    'none contents block inline flow flow-root inline-block flex inline-flex grid inline-grid table inline-table ' +
    'table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group ' +
    'table-column-group list-item ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex'
  ).split(' '),
);
