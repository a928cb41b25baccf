import type {
  DragStep,
  Offset,
  PointerButton,
  RecipeStep,
  Target,
} from '../../runtime/contracts/recipe/recipe.ts';
import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { listPlaceholders } from '../placeholders.ts';
import { extractKind } from './extract-kind.ts';
import { paginationKinds } from './pagination-kinds.ts';
import type { OwnMembers, RawStep, StepKind, StepOf, StepType } from './step-kind.ts';

/** Every type of step, with how it is read and where values go in it. */
export const stepKinds: { readonly [Type in StepType]: StepKind<StepOf<Type>> } = {
  click: clickKind(),
  doubleClick: clickKind(),
  hover: { parse: parseElement, bind: bindElement },
  change: {
    parse(raw) {
      const value = String(raw.members['value']);
      const variables = [...new Set(listPlaceholders(value))];
      return withElement(raw, { value, variables });
    },
    bind: (step, fill) => ({ ...bindElement(step, fill), value: fill.text(step.value) }),
  },
  keyDown: keyKind(),
  keyUp: keyKind(),
  navigate: {
    parse: parseNavigate,
    bind: ({ url }, fill) => ({ url: fill.url(url) }),
  },
  scroll: {
    parse: ({ members: { x, y, to }, optionalElement }) => ({
      element: optionalElement(),
      x: optionalNumber(x),
      y: optionalNumber(y),
      isToEnd: to === 'end',
    }),
    bind: bindElement,
  },
  drag: {
    parse: parseDrag,
    bind: (step, fill) => ({
      ...bindElement(step, fill),
      to: step.to && fill.target(step.to),
    }),
  },
  upload: {
    parse: (raw) => withElement(raw, { files: [raw.members['files']].flat().map(String) }),
    bind: (step, fill) => ({ ...bindElement(step, fill), files: step.files.map(fill.text) }),
  },
  screenshot: {
    parse({ members: { name, selectors, fullPage }, path, refuse, optionalElement }) {
      if (fullPage === true && selectors !== undefined) {
        refuse(
          `${path}/fullPage`,
          'is for the page: with selectors the picture shows their element.',
        );
      }
      return {
        name: typeof name === 'string' ? name : 'page',
        element: optionalElement(),
        isFullPage: fullPage === true,
      };
    },
    bind: (step, fill) => ({ ...bindElement(step, fill), name: fill.text(step.name) }),
  },
  setViewport: {
    parse: ({ members }) => ({
      width: Number(members['width']),
      height: Number(members['height']),
      deviceScaleFactor: optionalNumber(members['deviceScaleFactor']) ?? 1,
      isMobile: members['isMobile'] === true,
      hasTouch: members['hasTouch'] === true,
      isLandscape: members['isLandscape'] === true,
    }),
    bind: bindNothing,
  },
  emulateNetworkConditions: {
    parse: ({ members: { download, upload, latency } }) => ({
      download: Number(download),
      upload: Number(upload),
      latencyMs: Number(latency),
    }),
    bind: bindNothing,
  },
  waitForElement: {
    parse(raw) {
      const { operator, count, visible, properties, attributes } = raw.members;
      return withElement(raw, {
        operator: operator === '==' || operator === '<=' ? operator : '>=',
        count: optionalNumber(count) ?? 1,
        visible: typeof visible === 'boolean' ? visible : undefined,
        properties: isSchemaObject(properties) ? properties : {},
        attributes: isSchemaObject(attributes) ? (attributes as Record<string, string>) : {},
      });
    },
    bind: (step, fill) => ({
      ...bindElement(step, fill),
      properties: fill.json(step.properties),
      attributes: fill.json(step.attributes),
    }),
  },
  waitForExpression: {
    parse: ({ members: { expression } }) => ({ expression: String(expression) }),
    bind: ({ expression }, fill) => ({ expression: fill.expression(expression) }),
  },
  wait: {
    parse({ members: { for: kind, selectors }, path, refuse, optionalElement }) {
      if (kind === 'network' && selectors !== undefined) {
        refuse(`${path}/selectors`, 'is for "change" alone: requests belong to no element.');
      }
      return { for: kind === 'change' ? 'change' : 'network', element: optionalElement() };
    },
    bind: bindElement,
  },
  close: {
    parse: () => ({}),
    bind: bindNothing,
  },
  extract: extractKind,
  paginate: {
    parse: parsePaginate,
    bind: ({ by, until }, fill) => ({
      by: {
        ...by,
        ...('element' in by ? bindElement(by, fill) : {}),
        ...('template' in by ? { template: fill.pageUrl(by.template) } : {}),
      },
      until: until && fill.target(until),
    }),
  },
  repeat: {
    parse: parseRepeat,
    bind: (step, fill) => ({
      steps: fill.steps(step.steps),
      while: step.while && fill.target(step.while),
    }),
    inner: ({ steps }) => steps,
  },
};

/** Returns what the format says of a step. */
export function findKind({ type }: Pick<RecipeStep, 'type'>): StepKind<RecipeStep> {
  return stepKinds[type];
}

function parseElement(raw: RawStep): { readonly element: Target } | undefined {
  return withElement(raw, {});
}

function withElement<Members extends object>(
  { element: find }: RawStep,
  members: Members,
): (Members & { readonly element: Target }) | undefined {
  const element = find();
  return element === undefined ? undefined : { element, ...members };
}

function bindElement<Element extends Target | undefined>(
  { element }: { readonly element: Element },
  { target }: { readonly target: (target: Target) => Target },
): { readonly element: Target | Element } {
  return { element: element && target(element) };
}

function bindNothing(): object {
  return {};
}

/** What the Recorder calls buttons, by the names browsers are driven with. */
const buttons: ReadonlyMap<unknown, PointerButton> = new Map([
  ['primary', 'left'],
  ['auxiliary', 'middle'],
  ['secondary', 'right'],
  ['back', 'back'],
  ['forward', 'forward'],
]);

function clickKind(): StepKind<StepOf<'click'>> {
  return {
    parse(raw) {
      const { deviceType, button, duration } = raw.members;
      return withElement(raw, {
        offset: toOffset(raw.members),
        button: buttons.get(button) ?? 'left',
        deviceType: deviceType === 'pen' || deviceType === 'touch' ? deviceType : 'mouse',
        holdMs: optionalNumber(duration),
      });
    },
    bind: bindElement,
  };
}

function keyKind(): StepKind<StepOf<'keyDown'>> {
  return {
    parse: ({ members }) => ({ key: String(members['key']) }),
    bind: ({ key }, fill) => ({ key: fill.text(key) }),
  };
}

/** Recordings that began on an empty tab open one of the browser's own pages first: nothing to replay. */
const ownPages = /^(?:about|chrome(?:-[a-z]+)?|edge|brave|devtools):/i;

function parseNavigate({ members, path, refuse }: RawStep): { readonly url: string } | undefined {
  const url = String(members['url']).trim();
  if (ownPages.test(url)) return undefined;
  // With a variable in front it can be checked only once the value is there.
  if (url.startsWith('{{') || /^https?:\/\/[^/]/i.test(url)) return { url };
  refuse(`${path}/url`, 'url must be an absolute http or https URL, e.g. "https://example.com/".');
  return undefined;
}

/** The offsets of a click or of one end of a drag; `undefined` unless both are given. */
function toOffset({ offsetX: x, offsetY: y }: SchemaObject): Offset | undefined {
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

function parseDrag(raw: RawStep): OwnMembers<DragStep> | undefined {
  const { members, path, target, refuse } = raw;
  const element = raw.element();
  const end = members['to'];
  const place: SchemaObject = isSchemaObject(end) ? end : { selectors: end };
  const { selectors, nth } = place;
  const toPath = isSchemaObject(end) ? `${path}/to/selectors` : `${path}/to`;
  const to = selectors === undefined ? undefined : target(selectors, toPath, nth);
  if (element === undefined || (selectors !== undefined && to === undefined)) return undefined;
  const toEnd = toOffset(place);
  if (to === undefined && toEnd === undefined) {
    refuse(`${path}/to`, 'drags the element nowhere: "to" needs selectors, or both offsets.');
  }
  return { element, offset: toOffset(members), to, toOffset: toEnd };
}

function parsePaginate({
  members,
  path,
  target,
  refuse,
}: RawStep): OwnMembers<StepOf<'paginate'>> | undefined {
  const given = Object.entries(paginationKinds).filter(([name]) => members[name] !== undefined);
  const [name, kind] = given[0] ?? [];
  if (name === undefined || kind === undefined || given.length > 1) {
    const found = given.length === 0 ? 'none of them' : given.map(([each]) => each).join(' and ');
    refuse(path, `needs exactly one of next, loadMore, scroll and urlTemplate; it has ${found}.`);
    return undefined;
  }
  const { maxPages, until } = members;
  const by = kind.parse(members[name], `${path}/${name}`, { target, refuse });
  if (by === undefined) return undefined;
  return {
    by,
    maxPages: optionalNumber(maxPages),
    until: until === undefined ? undefined : target(until, `${path}/until`),
  };
}

function parseRepeat({
  members: { times, while: condition, nth, steps: given },
  path,
  base,
  target,
  refuse,
  list,
}: RawStep): OwnMembers<StepOf<'repeat'>> {
  for (const member of ['dialog', 'expectStatus'] as const) {
    if (base[member] === undefined) continue;
    refuse(`${base.path}/${member}`, `a loop has no ${member}; give it to the step inside.`);
  }
  if (times === undefined && condition === undefined) {
    refuse(path, 'would never end; give "times", "while", or both.');
  }
  if (nth !== undefined && condition === undefined) {
    refuse(`${path}/nth`, 'has "nth" but no "while" whose matches it could count.');
  }
  const steps = list(given, `${path}/steps`);
  for (const step of steps) {
    if (step.type === 'paginate') {
      refuse(step.path, 'cannot stand in a loop; put it behind, at the top of the recipe.');
    }
  }
  return {
    steps,
    times: optionalNumber(times),
    while: condition === undefined ? undefined : target(condition, `${path}/while`, nth),
    inRound: undefined,
  };
}

function optionalNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
