/** The desk of a harbour: who arrives, at which berth, who has paid. */
window.berths = (() => {
  const booking = (boat, skipper, berth, nights, day) => ({
    boat,
    skipper,
    berth,
    nights,
    day,
    hasPower: false,
    isIn: false,
  });
  const invoice = (boat, amount) => ({ boat, amount, isPaid: false, isReminded: false });
  const state = {
    tab: 'arrivals',
    day: 0,
    query: '',
    editing: undefined,
    cancelling: undefined,
    bookings: [
      booking('Osprey', 'M. Lindqvist', 'A1', 2, 0),
      booking('Whimbrel', 'P. Achterberg', 'B1', 6, 0),
      booking('Razorbill', 'E. Quintero', 'C3', 3, 0),
      booking('Gannet', 'D. Fairbairn', 'D1', 9, 0),
      booking('Grey Heron', 'T. Okafor', 'A3', 1, 1),
      booking('Little Tern', 'S. Marchetti', 'B2', 4, 1),
      booking('Curlew', 'J. Brandt', 'B5', 3, 1),
      booking('Shelduck', 'R. Novak', 'C1', 1, 1),
      booking('Dunlin', 'A. Sorensen', 'C2', 2, 2),
    ],
    invoices: [
      invoice('Sanderling', 84),
      invoice('Avocet', 126),
      invoice('Redshank', 42),
      invoice('Turnstone', 210),
    ],
  };
  const visible = () =>
    state.bookings
      .filter(({ day }) => day === state.day)
      .filter(({ boat }) => boat.toLowerCase().includes(state.query.toLowerCase()));
  const open = (tab) => ({
    act: () => {
      state.tab = tab;
      return `open ${tab}`;
    },
  });
  const turn = (days) => ({
    act: () => {
      state.day += days;
      return `turn to day ${state.day}`;
    },
  });
  const ofBooking = (act) => ({ of: 'booking', act: (_, { item }) => act(item) });
  const ofInvoice = (act) => ({ of: 'invoice', act: (_, { item }) => act(item) });

  return {
    state,
    /** The list whose items and fields a recipe reads. */
    read: 'booking',
    visible,
    places: ['A1', 'A3', 'B2', 'B5', 'C1', 'C2', 'C4', 'D1'],
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    says: (item, name) => String(item[name]),
    lists: {
      booking: { items: visible, key: ({ boat }) => boat },
      invoice: { items: () => state.invoices, key: ({ boat }) => boat },
    },
    roles: {
      arrivals: open('arrivals'),
      invoices: open('invoices'),
      earlier: turn(-1),
      later: turn(1),
      findField: {},
      find: {
        act: (_, { value }) => {
          state.query = value('findField');
          return `find ${state.query}`;
        },
      },
      showEvery: {
        act: () => {
          state.query = '';
          return 'show every boat';
        },
      },
      checkIn: ofBooking((item) => {
        item.isIn = true;
        return `check in ${item.boat}`;
      }),
      edit: ofBooking((item) => {
        state.editing = item;
        return `edit ${item.boat}`;
      }),
      cancel: ofBooking((item) => {
        state.cancelling = item;
        return `cancel ${item.boat}?`;
      }),
      confirm: {
        act: () => {
          const gone = state.cancelling;
          state.bookings = state.bookings.filter((other) => other !== gone);
          state.cancelling = undefined;
          return `cancel ${gone.boat}`;
        },
      },
      keep: {
        act: () => {
          state.cancelling = undefined;
          return 'keep it';
        },
      },
      create: {
        act: () => {
          state.editing = booking('', '', 'A1', 1, state.day);
          return 'new booking';
        },
      },
      boat: {},
      skipper: {},
      berth: {},
      nights: {},
      power: {
        act: () => {
          state.editing.hasPower = !state.editing.hasPower;
          return `shore power ${state.editing.hasPower}`;
        },
      },
      save: {
        act: (_, { value }) => {
          const saved = state.editing;
          if (value('boat') === '') return undefined;
          Object.assign(saved, {
            boat: value('boat'),
            skipper: value('skipper'),
            berth: value('berth'),
            nights: Number(value('nights')),
          });
          if (!state.bookings.includes(saved)) state.bookings.push(saved);
          state.editing = undefined;
          return `save ${saved.boat}, ${saved.skipper}, ${saved.berth}, ${saved.nights}, ${saved.hasPower}`;
        },
      },
      close: {
        act: () => {
          state.editing = undefined;
          return 'close the form';
        },
      },
      pay: ofInvoice((item) => {
        item.isPaid = true;
        return `${item.boat} has paid`;
      }),
      remind: ofInvoice((item) => {
        item.isReminded = true;
        return `remind ${item.boat}`;
      }),
    },
  };
})();
