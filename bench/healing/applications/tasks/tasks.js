/** A list of what is to be done in a botanical garden. */
window.tasks = (() => {
  const zones = ['Fern house', 'Orchid room', 'Palm house', 'Nursery'];
  const task = (title, zone, due, isDone = false) => ({
    title,
    zone,
    due,
    isDone,
    isStarred: false,
  });
  const state = {
    filter: 'all',
    editing: undefined,
    tasks: [
      task('Water the tree ferns', 'Fern house', '4 May'),
      task('Repot the young orchids', 'Orchid room', '4 May'),
      task('Check the heating pipes', 'Palm house', '5 May'),
      task('Order peat-free compost', 'Nursery', '6 May'),
      task('Label the new cacti', 'Nursery', '6 May'),
      task('Sweep the gravel path', 'Palm house', '7 May', true),
    ],
  };
  const shows = {
    all: () => true,
    open: ({ isDone }) => !isDone,
    done: ({ isDone }) => isDone,
  };
  const visible = () => state.tasks.filter(shows[state.filter]);
  const showOnly = (filter) => () => {
    state.filter = filter;
    return `show ${filter}`;
  };

  return {
    zones,
    state,
    /** The list whose items and fields a recipe reads. */
    read: 'task',
    visible,
    left: () => state.tasks.filter(shows.open).length,
    says: (item, name) => String(item[name]),
    lists: { task: { items: visible, key: ({ title }) => title } },
    roles: {
      addField: {},
      zone: {},
      add: {
        act: (_, { value }) => {
          const title = value('addField').trim();
          if (title === '') return undefined;
          const zone = value('zone');
          state.tasks.push(task(title, zone, '8 May'));
          return `add ${title} to ${zone}`;
        },
      },
      check: {
        of: 'task',
        act: (_, { item }) => {
          item.isDone = !item.isDone;
          return `${item.isDone ? 'finish' : 'reopen'} ${item.title}`;
        },
      },
      star: {
        of: 'task',
        act: (_, { item }) => {
          item.isStarred = !item.isStarred;
          return `star ${item.title}`;
        },
      },
      rename: {
        of: 'task',
        act: (_, { item }) => {
          state.editing = item;
          return `rename ${item.title}`;
        },
      },
      editField: {},
      save: {
        act: (_, { value }) => {
          const title = value('editField');
          state.editing.title = title;
          state.editing = undefined;
          return `save ${title}`;
        },
      },
      remove: {
        of: 'task',
        act: (_, { item }) => {
          state.tasks = state.tasks.filter((other) => other !== item);
          return `remove ${item.title}`;
        },
      },
      showAll: { act: showOnly('all') },
      showOpen: { act: showOnly('open') },
      showDone: { act: showOnly('done') },
      clearDone: {
        act: () => {
          state.tasks = state.tasks.filter(shows.open);
          return 'clear what is done';
        },
      },
      finishAll: {
        act: () => {
          for (const each of state.tasks) each.isDone = true;
          return 'finish all';
        },
      },
    },
  };
})();
