import { createCssPaths } from '../../page-script/create-css-paths.ts';
import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';
import type { PageScript } from '../../page-script/page-script.ts';
import type { Finder } from '../create-finder.ts';
import type { AnyPageCall } from '../page-operations.ts';
import { createBlockShapes } from './create-block-shapes.ts';
import { createFieldLister } from './create-field-lister.ts';
import { createGroupSelectors } from './create-group-selectors.ts';
import { createKindLister } from './create-kind-lister.ts';
import { createLeafLister } from './create-leaf-lister.ts';
import { createLevelFinder } from './create-level-finder.ts';
import { createLevelParts } from './create-level-parts.ts';
import { createListPicker } from './create-list-picker.ts';
import { createOutliner } from './create-outliner.ts';
import { createPicker } from './create-picker.ts';
import { createSisterTables } from './create-sister-tables.ts';
import { createTableTops } from './create-table-tops.ts';
import { createValueSelectors } from './create-value-selectors.ts';

/** A call about what a person points at. */
type PickingCall = Extract<
  AnyPageCall,
  { readonly name: 'pick' | 'match' | 'outline' | 'proposeList' }
>;

/** The parts by name: their source texts are evaluated in the page. */
export interface PickingParts {
  readonly answerPicking: typeof answerPicking;
  readonly createCssPaths: typeof createCssPaths;
  readonly createBlockShapes: typeof createBlockShapes;
  readonly createSisterTables: typeof createSisterTables;
  readonly createTableTops: typeof createTableTops;
  readonly createLevelFinder: typeof createLevelFinder;
  readonly createLevelParts: typeof createLevelParts;
  readonly createKindLister: typeof createKindLister;
  readonly createListPicker: typeof createListPicker;
  readonly createGroupSelectors: typeof createGroupSelectors;
  readonly createLeafLister: typeof createLeafLister;
  readonly createValueSelectors: typeof createValueSelectors;
  readonly createFieldLister: typeof createFieldLister;
  readonly createOutliner: typeof createOutliner;
  readonly createPicker: typeof createPicker;
}

/** Answers a call about what a person points at. Part of the page script: uses nothing from module scope. */
function answerPicking(
  parts: PickingParts,
  dom: Dom,
  text: PageText,
  finder: Finder,
  script: PageScript,
  call: PickingCall,
): unknown {
  const outliner = parts.createOutliner(dom, finder, script);
  if (call.name === 'outline') return outliner.outline(call.input);
  const css = parts.createCssPaths(dom);
  const shapes = parts.createBlockShapes(dom, text);
  const sisters = parts.createSisterTables(dom);
  const tops = parts.createTableTops(dom, shapes, sisters);
  const levels = parts.createLevelFinder(dom, shapes, sisters, tops);
  const kinds = parts.createKindLister(dom, shapes);
  const levelParts = parts.createLevelParts(dom, shapes);
  const lists = parts.createListPicker(dom, levels, levelParts, kinds);
  const groups = parts.createGroupSelectors(dom, css, shapes);
  const leaves = parts.createLeafLister(dom, text, shapes, levels);
  const values = parts.createValueSelectors(dom, css, shapes);
  const fields = parts.createFieldLister(dom, text, shapes, leaves, values);
  const picker = parts.createPicker(finder, lists, kinds, groups, fields, outliner, script);
  if (call.name === 'pick') return picker.pick(call.input);
  if (call.name === 'match') return picker.match(call.input);
  return picker.propose(call.input);
}

/** What only an element that a person points at needs. */
export const pickingParts: PickingParts = {
  answerPicking,
  createCssPaths,
  createBlockShapes,
  createSisterTables,
  createTableTops,
  createLevelFinder,
  createLevelParts,
  createKindLister,
  createListPicker,
  createGroupSelectors,
  createLeafLister,
  createValueSelectors,
  createFieldLister,
  createOutliner,
  createPicker,
};
