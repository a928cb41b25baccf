import type { IndexedEntity } from '../../analysis/index-entities.ts';
import { originOf, readTexts } from '../../analysis/index-entities.ts';
import { siteTypes } from '../../analysis/analyse-page.ts';
import { splitWords } from '../../lexicon/fold-label.ts';
import { type Found, priorOf } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Networks by the words that names of fields have for them, with the hosts of their pages. */
const networks: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bluesky: ['bsky.app'],
    discord: ['discord.gg', 'discord.com'],
    facebook: ['facebook.com', 'fb.com', 'fb.me'],
    github: ['github.com'],
    instagram: ['instagram.com'],
    linkedin: ['linkedin.com'],
    pinterest: ['pinterest.com'],
    reddit: ['reddit.com'],
    telegram: ['t.me', 'telegram.me'],
    threads: ['threads.net', 'threads.com'],
    tiktok: ['tiktok.com'],
    twitter: ['twitter.com', 'x.com'],
    whatsapp: ['wa.me', 'whatsapp.com'],
    xing: ['xing.com'],
    youtube: ['youtube.com'],
  }),
);
/** What names of fields for a profile have beside the network. */
const profileWords: ReadonlySet<string> = toWordSet(
  'url uri link href page profile account channel social company',
);
/** Paths of what a site shares at a network, of single posts there, and of its own pages. */
const otherPath =
  /^\/(?:$|(?:cws\/|i\/flow\/|i\/)?(?:share|sharer|sharing|intent|dialog|plugins|login|signup)\b|hashtag|search|home|policies|privacy|help|watch|embed|shorts|playlist|submit|pin\/|p\/|reel\/|tr$|uas\/|accounts\/|groups\/|jobs\/|subscription_center)|\/(?:status|posts|photos|videos)\//i;
const linkTrust = 0.6;
const maxLinks = 2_000;

/**
 * Profiles of who the page is about or who publishes it, where a field is named after a network (`facebook`, `linkedinUrl`): those that
 * data states, and those that the header, the footer or a single link of the page leads to.
 */
export function* findProfiles(plan: FieldPlan, scope: Scope): Generator<Found> {
  const hosts = findHosts(plan);
  if (hosts === undefined) return;
  const { facts } = scope;
  const main = scope.entities.map(({ entity }) => entity);
  for (const entity of new Set([...main, ...facts.entities.filter(isOfSite)])) {
    const origin = originOf(entity);
    for (const found of readTexts(entity, 'sameAs'))
      if (isAt(found.text, hosts))
        yield { ...found, origin, weight: priorOf(origin, plan.kind), machine: true };
  }
  yield* listLinks(hosts, scope);
}

function findHosts({ name, kind, shape }: FieldPlan): readonly string[] | undefined {
  if (shape !== 'scalar' || (kind !== 'url' && kind !== 'text')) return undefined;
  const words = splitWords(name);
  const named = words.filter((word) => !profileWords.has(word));
  const [network = '', another] = named;
  return another === undefined ? networks.get(network) : undefined;
}

function isOfSite({ types, depth }: IndexedEntity): boolean {
  return depth < 2 && siteTypes.some((type) => types.has(type));
}

/** Whether an address is one of a profile at a network: `linkedin.com/company/ash`, `de-de.facebook.com/ash`. */
function isAt(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    !otherPath.test(url.pathname) &&
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  );
}

function listLinks(hosts: readonly string[], { facts }: Scope): readonly Found[] {
  const { page, zones } = facts;
  const links = page.elements
    .filter(({ node }) => node.name === 'a' && isAt(node.attribs['href'] ?? '', hosts))
    .slice(0, maxLinks);
  const addresses = new Set(links.map(({ node }) => node.attribs['href']));
  return links
    .filter((link) => addresses.size === 1 || zones.isAside(link))
    .map(({ node }) => ({
      text: node.attribs['href'] ?? '',
      source: { node, attribute: 'href' },
      origin: 'hint',
      weight: linkTrust,
      machine: true,
    }));
}
