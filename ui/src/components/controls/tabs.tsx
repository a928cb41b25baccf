import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly label: string;
  readonly content: () => ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Index of the shown panel, where the owner decides it together with `onSelect`. @default the chosen one */
  readonly selected?: number;
  readonly onSelect?: (index: number) => void;
}

/** Panels of which one is shown; the arrow keys, Home and End move between their tabs. */
export function Tabs({ label, tabs, selected: given, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const selected = given ?? chosen;
  const setSelected = onSelect ?? setChosen;
  const move = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (selected + 1) % tabs.length,
      ArrowLeft: (selected + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setSelected(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            className="tab"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === selected}
            aria-controls={`${id}-panel`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${selected}`}
      >
        {tabs[selected]?.content()}
      </div>
    </div>
  );
}
