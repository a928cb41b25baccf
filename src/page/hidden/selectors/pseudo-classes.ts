import { toWordSet } from '../../../runtime/collections.ts';
/** Pseudo-classes of states in which no element is when a page has been loaded. */
export const idleStates: ReadonlySet<string> = toWordSet(
  'hover active focus focus-visible focus-within visited target target-current fullscreen modal ' +
    'picture-in-picture popover-open user-invalid ' +
    'user-valid autofill -webkit-autofill current past future host active-view-transition ' +
    'interest-source interest-target out-of-range',
);
/** Those with an argument. */
export const idleFunctions: ReadonlySet<string> = toWordSet(
  'state host-context active-view-transition-type',
);
/**
 * Those that are matched.
 */
const matched: ReadonlySet<string> = toWordSet(
  'is where not has any-link link root empty first-child last-child only-child first-of-type last-of-type only-of-type ' +
    'nth-child nth-last-child nth-of-type nth-last-of-type enabled disabled checked required optional scope ' +
    'lang dir defined read-only read-write open placeholder-shown default valid invalid in-range indeterminate -webkit-any-link',
);

/** Stands for the rule around a nested rule (`&`); no page can write it, because it is replaced in its selectors. */
export const nestingName = '-gleaner-nesting';

/** Whether browsers know a pseudo-class; one that they do not know makes a rule invalid. */
export function isKnownPseudo(name: string): boolean {
  return (
    matched.has(name) || idleStates.has(name) || idleFunctions.has(name) || name === nestingName
  );
}

const pseudoElements: ReadonlySet<string> = toWordSet(
  'before after first-line first-letter marker selection placeholder backdrop file-selector-button part slotted cue ' +
    'details-content highlight target-text spelling-error grammar-error search-text view-transition view-transition-group ' +
    'view-transition-image-pair view-transition-new view-transition-old checkmark picker picker-icon column ' +
    'scroll-marker scroll-marker-group scroll-button',
);

/** Whether browsers know a pseudo-element, as they do all that start with `-webkit-`. */
export function isKnownPseudoElement(name: string): boolean {
  return pseudoElements.has(name) || name.startsWith('-webkit-');
}

const fields = ':is(button, input, select, textarea)';
/** Pseudo-classes that say what selectors say, too. */
export const selectorsOfPseudos: Readonly<Record<string, string>> = {
  'any-link': ':is(a, area)[href]',
  '-webkit-any-link': ':is(a, area)[href]',
  link: ':is(a, area)[href]',
  open: ':is(details, dialog)[open]',
  disabled: `:is(:is(button, input, select, textarea, optgroup, option, fieldset)[disabled], optgroup[disabled] > option,
    fieldset[disabled] :is(button, input, select, textarea, fieldset):not(fieldset[disabled] > legend:first-of-type *))`,
  enabled: ':is(button, input, select, textarea, optgroup, option, fieldset):not(:disabled)',
  'read-only': ':not(:read-write)',
  'read-write': `:is(textarea:not([readonly], :disabled), input:not([readonly], :disabled,
    :is([type=hidden i], [type=range i], [type=color i], [type=checkbox i], [type=radio i], [type=file i], [type=submit i],
    [type=image i], [type=reset i], [type=button i])), [contenteditable]:not([contenteditable=false i]),
    [contenteditable]:not([contenteditable=false i]) *)`,
  'placeholder-shown': ':is(input:not([value]), input[value=""], textarea:empty)[placeholder]',
  default: ':is(option[selected], input:is([type=checkbox i], [type=radio i])[checked])',
  // Of the constraints, what is required, which is most of them.
  invalid: `:is(:is(${fields}[required]:is(input:not([value], [checked]), input[value=""], textarea:empty):not(:disabled)),
    :is(form, fieldset):has(${fields}[required]:is(input:not([value], [checked]), input[value=""], textarea:empty):not(:disabled)))`,
  valid: `:is(form, fieldset, ${fields}:not(:disabled, [readonly], [type=hidden i], [type=button i], [type=reset i])):not(:invalid)`,
  'in-range':
    'input:is([type=number i], [type=range i], [type=date i]):is([min], [max]):not([readonly], :disabled)',
  indeterminate: 'progress:not([value])',
  checked: `:is(input:is([type=checkbox i], [type=radio i])[checked], option[selected],
    select:not([multiple], :has(option[selected])) option:first-of-type)`,
  required: ':is(input, select, textarea)[required]',
  optional: ':is(input, select, textarea, button):not([required])',
};
