import { batchSize, type Message, sendMessages } from './sqs.ts';

/** The longest time that a message waits for others, in milliseconds. */
const longestWait = 500;

interface Batch {
  messages: Message[];
  sent: Promise<void>;
  send(): void;
}

/** The open batch of each queue, by the queue's URL. */
const open = new Map<string, Batch>();

/** The number of running tasks. Each of them may still send a message. */
let runningTasks = 0;

/** Runs a task whose messages may be sent together with those of other tasks, see {@link sendInBatch}. */
export async function runTask(task: () => Promise<void>): Promise<void> {
  runningTasks++;
  try {
    await task();
  } finally {
    runningTasks--;
    sendIfAllWait();
  }
}

/**
 * Sends a message together with messages of other tasks, in one request. The request is sent when it has ten
 * messages, when every running task waits for its own message to be sent, or when the first message has waited for
 * the longest time.
 */
export function sendInBatch(queueUrl: string, message: Message): Promise<void> {
  const batch = open.get(queueUrl) ?? begin(queueUrl);
  if (batch.messages.push(message) === batchSize) batch.send();
  else sendIfAllWait();
  return batch.sent;
}

function sendIfAllWait(): void {
  const batches = [...open.values()];
  const waiting = batches.reduce((sum, { messages }) => sum + messages.length, 0);
  if (waiting >= runningTasks) for (const batch of batches) batch.send();
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
  const timer = setTimeout(() => send(), longestWait);
  const batch = { messages, sent, send };
  open.set(queueUrl, batch);
  return batch;
}
