import type { Element } from 'domhandler';

/** Paths under which sites offer what is meant to stand in other pages: a video, a map, a post. */
const embedPath =
  /^(?:https?:)?\/\/(?:player\.|[^/?#]{1,200}\/(?:[^?#]{0,200}\/)?(?:embed|player)(?:[/?#.]|$))/i;

/**
 * Whether an element shows something of its own in the page: a video, a sound, or a frame that may fill the screen or is named
 * as an embed. Other frames without a name are advertisements and counters.
 */
export function isEmbeddedFrame({ name, attribs }: Element): boolean {
  if (name === 'video' || name === 'audio') return true;
  if (name !== 'iframe') return false;
  const source = attribs['src'] ?? attribs['data-src'] ?? '';
  return attribs['allowfullscreen'] !== undefined || embedPath.test(source.trim());
}
