/** Elements that begin a line of their own. */
const blocks =
  'address,article,aside,blockquote,dd,details,div,dl,dt,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,option,p,pre,section,summary,table,tbody,td,th,thead,tr,ul,br';
const unseen = 'script,x-style,template,noscript,head,svg';
/** Characters that are shown: a page of a megabyte would make the browser slow. */
const maxCharacters = 200_000;

/** The text of a page's HTML, one line a block. It is taken apart without being shown: nothing of it runs or loads. */
export function toPageText(html: string): string {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const element of page.querySelectorAll(unseen)) element.remove();
  for (const element of page.querySelectorAll(blocks)) {
    element.before('\u0001');
    element.after('\u0001');
  }
  return (page.body.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\u0001[\u0001 ]*/g, '\n')
    .trim()
    .slice(0, maxCharacters);
}

/** The policy of this page counts for what it takes apart, too: styles are reported even where nothing is ever drawn. */
function withoutStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)style\b/gi, '<$1x-style')
    .replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, ' ');
}
