/** Pseudo-classes of states in which no element is when a page has been loaded. */
export const idleStates: ReadonlySet<string> = new Set(
  (
    'hover active focus focus-visible focus-within visited target target-within target-current fullscreen modal ' +
    'picture-in-picture popover-open playing paused seeking buffering stalled muted volume-locked user-invalid ' +
    'user-valid autofill -webkit-autofill current past future host has-slotted active-view-transition blank ' +
    'interest-source interest-target placeholder-shown default indeterminate valid invalid in-range out-of-range'
  ).split(' '),
);
/** Those with an argument. */
export const idleFunctions: ReadonlySet<string> = new Set(
  'state host-context active-view-transition-type'.split(' '),
);
/**
 * Those that are matched. css-select knows others that are not of CSS (`:contains`, `:eq`), which make a rule invalid in
 * browsers.
 */
const matched: ReadonlySet<string> = new Set(
  (
    'is where not has any-link link root empty first-child last-child only-child first-of-type last-of-type only-of-type ' +
    'nth-child nth-last-child nth-of-type nth-last-of-type enabled disabled checked required optional scope ' +
    'lang dir defined read-only read-write open'
  ).split(' '),
);

/** Stands for the rule around a nested rule (`&`); no page can write it, because it is replaced in its selectors. */
export const nestingName = '-gleaner-nesting';

/** Whether browsers know a pseudo-class; one that they do not know makes a rule invalid. */
export function isKnownPseudo(name: string): boolean {
  return (
    matched.has(name) || idleStates.has(name) || idleFunctions.has(name) || name === nestingName
  );
}
