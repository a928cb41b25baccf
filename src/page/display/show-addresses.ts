import { Text } from 'domhandler';
import { LinkedElement, type LinkedParent, visitElements } from '../parse/linked-tree.ts';

/** Where Cloudflare lets links to an address lead until its script has run; the code may follow behind `#`. */
const protectedLink = /\/cdn-cgi\/l\/email-protection(?:#([0-9a-f]+))?$/i;

/** Shows the e-mail addresses that stand in the page as a code beside "[email protected]", as its script does. */
export function showAddresses(root: LinkedParent): void {
  let link: LinkedElement | undefined;
  visitElements(root, (element) => {
    const { href, 'data-cfemail': code } = element.attribs;
    if (href !== undefined) {
      const found = protectedLink.exec(href);
      link = found === null ? undefined : element;
      setLink(element, found?.[1]);
      if (found?.[1] !== undefined && isStandIn(element)) setText(element, found[1]);
    }
    if (code === undefined || !setText(element, code)) return 'inner';
    if (link === element || link === element.parent) setLink(link, code);
    return 'skip';
  });
}

/** What stands for the address until the script has run. */
const standIn = /^\s*\[email\s?protected\]\s*$/;

/** Whether a link shows nothing else, and has no code of its own for it. */
function isStandIn({ head, attribs }: LinkedElement): boolean {
  const only = head?.next === null ? head : null;
  const inner = only instanceof LinkedElement ? only.attribs : {};
  if (attribs['data-cfemail'] !== undefined || inner['data-cfemail'] !== undefined) return false;
  const text = only instanceof LinkedElement && only.head?.next === null ? only.head : only;
  return text instanceof Text && standIn.test(text.data);
}

/** Whether a code could be written as the address that it stands for, without the subject of a letter. */
function setText(element: LinkedElement, code: string): boolean {
  const address = decode(code);
  if (address === undefined) return false;
  const text = new Text(address.replace(/\?.*$/s, ''));
  text.parent = element;
  element.head = text;
  element.tail = text;
  return true;
}

/** A link that has the code keeps what the code says besides the address: its subject. */
function setLink(element: LinkedElement | undefined, code: string | undefined): void {
  if (element === undefined || code === undefined) return;
  const { href = '' } = element.attribs;
  const address = decode(code);
  if (address !== undefined && protectedLink.test(href))
    element.attribs['href'] = `mailto:${address}`;
}

/** Bytes in hexadecimal digits, each but the first combined with the first. */
function decode(code: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){4,500}$/i.test(code)) return undefined;
  const [key = 0, ...rest] = Buffer.from(code, 'hex');
  const text = Buffer.from(rest.map((byte) => byte ^ key)).toString('utf8');
  return /^[^\s@<>]+@[^@<>\p{Cc}\uFFFD]+$/u.test(text) ? text : undefined;
}
