import type { Application } from './application.ts';

const tasks: Application = {
  name: 'tasks',
  markups: ['plain', 'react', 'bootstrap', 'vue', 'table', 'components'],
  translated: ['german'],
  actions: [
    { role: 'addField', value: 'Mist the pitcher plants' },
    { role: 'zone', value: 'Orchid room' },
    { role: 'add' },
    { role: 'check', key: 'Check the heating pipes' },
    { role: 'check', key: 'Mist the pitcher plants' },
    { role: 'showOpen' },
    { role: 'star', key: 'Order peat-free compost' },
    { role: 'remove', key: 'Label the new cacti' },
    { role: 'showDone' },
    { role: 'check', key: 'Sweep the gravel path' },
    { role: 'showAll' },
    { role: 'rename', key: 'Repot the young orchids' },
    { role: 'editField', value: 'Repot the orchid seedlings' },
    { role: 'save' },
    { role: 'clearDone' },
    { role: 'finishAll' },
  ],
};

export function listApplications(): readonly Application[] {
  return [tasks];
}
