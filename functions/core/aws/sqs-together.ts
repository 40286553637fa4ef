import { batchSize, type Message, sendMessages } from './sqs.ts';

/** In milliseconds: the longest time that a message waits for others. */
const patience = 500;

interface Batch {
  messages: Message[];
  sent: Promise<void>;
  send(): void;
}

/** The batch of each queue that still takes messages. */
const open = new Map<string, Batch>();

/** The works under way that may still send a message. */
let working = 0;

/** Does a work at the same time as others. Their messages may wait for each other, see {@link sendTogether}. */
export async function besideOthers(work: () => Promise<void>): Promise<void> {
  working++;
  try {
    await work();
  } finally {
    working--;
    sendIfAllWait();
  }
}

/**
 * Sends a message in one request with those of works beside this one. It goes out when ten are together, when no other
 * work is left that could send one, or when it has waited for long enough.
 */
export function sendTogether(queueUrl: string, message: Message): Promise<void> {
  const batch = open.get(queueUrl) ?? begin(queueUrl);
  if (batch.messages.push(message) === batchSize) batch.send();
  else sendIfAllWait();
  return batch.sent;
}

function sendIfAllWait(): void {
  const batches = [...open.values()];
  const waiting = batches.reduce((sum, { messages }) => sum + messages.length, 0);
  if (waiting >= working) for (const batch of batches) batch.send();
}

function begin(queueUrl: string): Batch {
  const messages: Message[] = [];
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = () => {
      clearTimeout(timer);
      open.delete(queueUrl);
      resolve(sendMessages(queueUrl, messages));
    };
  });
  const timer = setTimeout(() => send(), patience);
  const batch = { messages, sent, send };
  open.set(queueUrl, batch);
  return batch;
}
