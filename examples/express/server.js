import { createClient } from 'florin';
import { openOrders } from './orders.js';
import { createPayments } from './payments.js';
import { createShop } from './shop.js';

const {
  FLORIN_BASE_URL = 'http://localhost:3000',
  FLORIN_POS_URL = 'http://localhost:3001',
  FLORIN_KEY,
  FLORIN_MERCHANT,
  FLORIN_WEBHOOK_SECRET,
  SHOP_PASSWORD,
  SHOP_ORDERS = 'orders.jsonl',
  PORT = '8080',
  SHOP_URL = `http://localhost:${PORT}`,
} = process.env;
if (!FLORIN_KEY || !FLORIN_MERCHANT || !FLORIN_WEBHOOK_SECRET || !SHOP_PASSWORD)
  throw new Error('FLORIN_KEY, FLORIN_MERCHANT, FLORIN_WEBHOOK_SECRET and SHOP_PASSWORD must be set');

// Florin waits ten seconds for the answer to an event, and then sends the event again.
const florin = createClient({ baseUrl: FLORIN_BASE_URL, key: FLORIN_KEY, timeout: 4_000, retries: 0 });
const merchant = await florin.merchants.get(FLORIN_MERCHANT);
const orders = openOrders(SHOP_ORDERS);
const payments = createPayments({ florin, merchant, orders });
await payments.catchUp(orders.open());

const shop = createShop({
  orders,
  payments,
  methods: (merchant.availableMethods ?? []).filter(({ type }) => merchant.methods.includes(type)),
  posUrl: FLORIN_POS_URL,
  url: SHOP_URL,
  secret: FLORIN_WEBHOOK_SECRET,
  password: SHOP_PASSWORD,
});
shop.listen(Number(PORT), '127.0.0.1', () => console.log(SHOP_URL));
