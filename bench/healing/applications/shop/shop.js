/** A shop for tea: search, filters, a basket, a checkout. */
window.shop = (() => {
  const product = (name, kind, price, rating, isInStock = true) => ({
    name,
    kind,
    price,
    rating,
    isInStock,
    isLiked: false,
  });
  const products = [
    product('Sencha Mountain Green', 'Green', 8.4, 4.6),
    product('Gyokuro Shade Grown', 'Green', 16, 4.8, false),
    product('Lapsang Pine Smoke', 'Black', 9.2, 4.1),
    product('Assam Second Flush', 'Black', 7.6, 4.4),
    product('Keemun Red Thread', 'Black', 11.5, 4.7),
    product('White Peony Buds', 'White', 14.8, 4.5),
    product('Cast Iron Kettle', 'Ware', 62, 4.9),
    product('Bamboo Whisk', 'Ware', 12, 4.2),
  ];
  const state = {
    query: '',
    kind: '',
    isInStockOnly: false,
    sort: 'name',
    basket: [],
    coupon: '',
    delivery: 'post',
    isGift: false,
    note: '',
    order: '',
  };
  const orders = {
    name: (one, other) => one.name.localeCompare(other.name),
    price: (one, other) => one.price - other.price,
    rating: (one, other) => other.rating - one.rating,
  };
  const visible = () =>
    products
      .filter(({ name }) => name.toLowerCase().includes(state.query.toLowerCase()))
      .filter(({ kind }) => state.kind === '' || kind === state.kind)
      .filter(({ isInStock }) => isInStock || !state.isInStockOnly)
      .toSorted(orders[state.sort]);
  const ofKind = (kind) => ({
    act: () => {
      state.kind = kind;
      return `show ${kind}`;
    },
  });
  const deliver = (way) => ({
    act: () => {
      state.delivery = way;
      return `deliver by ${way}`;
    },
  });

  return {
    state,
    /** The list whose items and fields a recipe reads. */
    read: 'product',
    visible,
    kinds: ['Green', 'Black', 'White', 'Ware'],
    total: () => {
      const goods = state.basket.reduce((sum, { price, count }) => sum + price * count, 0);
      const reduced = state.coupon === 'CRANE10' ? goods * 0.9 : goods;
      return (reduced + (state.delivery === 'courier' ? 6 : 0)).toFixed(2);
    },
    says: ({ price, ...item }, name) => (name === 'price' ? `£${price.toFixed(2)}` : item[name]),
    lists: {
      product: { items: visible, key: ({ name }) => name },
      line: { items: () => state.basket, key: ({ name }) => name },
    },
    roles: {
      searchField: {},
      search: {
        act: (_, { value }) => {
          state.query = value('searchField');
          return `search ${state.query}`;
        },
      },
      green: ofKind('Green'),
      black: ofKind('Black'),
      white: ofKind('White'),
      ware: ofKind('Ware'),
      inStock: {
        act: () => {
          state.isInStockOnly = !state.isInStockOnly;
          return `in stock only ${state.isInStockOnly}`;
        },
      },
      sort: {
        act: (_, { element }) => {
          state.sort = element.value;
          return `sort by ${state.sort}`;
        },
      },
      reset: {
        act: () => {
          Object.assign(state, { query: '', kind: '' });
          return 'reset the filters';
        },
      },
      buy: {
        of: 'product',
        act: (_, { item: { name, price } }) => {
          const line = state.basket.find((other) => other.name === name);
          if (line === undefined) state.basket.push({ name, price, count: 1 });
          else line.count += 1;
          return `buy ${name}`;
        },
      },
      like: {
        of: 'product',
        act: (_, { item }) => {
          item.isLiked = !item.isLiked;
          return `like ${item.name}`;
        },
      },
      more: {
        of: 'line',
        act: (_, { item }) => {
          item.count += 1;
          return `${item.count} of ${item.name}`;
        },
      },
      fewer: {
        of: 'line',
        act: (_, { item }) => {
          if (item.count === 1) return undefined;
          item.count -= 1;
          return `${item.count} of ${item.name}`;
        },
      },
      drop: {
        of: 'line',
        act: (_, { item }) => {
          state.basket = state.basket.filter((other) => other !== item);
          return `drop ${item.name}`;
        },
      },
      couponField: {},
      apply: {
        act: (_, { value }) => {
          state.coupon = value('couponField');
          return `apply ${state.coupon}`;
        },
      },
      post: deliver('post'),
      courier: deliver('courier'),
      gift: {
        act: () => {
          state.isGift = !state.isGift;
          return `gift wrap ${state.isGift}`;
        },
      },
      note: {},
      order: {
        act: (_, { value }) => {
          if (state.basket.length === 0) return undefined;
          state.order = state.basket.map(({ name, count }) => [count, name].join(' ')).join(', ');
          return `order ${state.order}, ${state.delivery}, note "${value('note')}"`;
        },
      },
    },
  };
})();
