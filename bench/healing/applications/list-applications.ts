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

const shop: Application = {
  name: 'shop',
  markups: ['plain', 'tailwind', 'angular', 'table', 'styled', 'components'],
  translated: ['french'],
  actions: [
    { role: 'inStock' },
    { role: 'black' },
    { role: 'sort', value: 'price' },
    { role: 'buy', key: 'Assam Second Flush' },
    { role: 'like', key: 'Keemun Red Thread' },
    { role: 'reset' },
    { role: 'searchField', value: 'Whisk' },
    { role: 'search' },
    { role: 'buy', key: 'Bamboo Whisk' },
    { role: 'reset' },
    { role: 'buy', key: 'White Peony Buds' },
    { role: 'more', key: 'Bamboo Whisk' },
    { role: 'more', key: 'Assam Second Flush' },
    { role: 'fewer', key: 'Bamboo Whisk' },
    { role: 'drop', key: 'White Peony Buds' },
    { role: 'couponField', value: 'CRANE10' },
    { role: 'apply' },
    { role: 'courier' },
    { role: 'gift' },
    { role: 'note', value: 'Ring twice' },
    { role: 'order' },
  ],
};

const berths: Application = {
  name: 'berths',
  markups: ['plain', 'bootstrap', 'react', 'table', 'vue', 'components'],
  translated: ['spanish'],
  actions: [
    { role: 'later' },
    { role: 'findField', value: 'rl' },
    { role: 'find' },
    { role: 'checkIn', key: 'Curlew' },
    { role: 'showEvery' },
    { role: 'checkIn', key: 'Little Tern' },
    { role: 'edit', key: 'Grey Heron' },
    { role: 'skipper', value: 'T. Okafor-Lund' },
    { role: 'berth', value: 'C4' },
    { role: 'nights', value: '5' },
    { role: 'power' },
    { role: 'save' },
    { role: 'cancel', key: 'Curlew' },
    { role: 'confirm' },
    { role: 'create' },
    { role: 'boat', value: 'Bittern' },
    { role: 'save' },
    { role: 'edit', key: 'Shelduck' },
    { role: 'close' },
    { role: 'invoices' },
    { role: 'pay', key: 'Redshank' },
    { role: 'remind', key: 'Avocet' },
    { role: 'arrivals' },
  ],
};

export function listApplications(): readonly Application[] {
  return [tasks, shop, berths];
}
