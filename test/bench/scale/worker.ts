/**
 * Runs handlers of jobs in a separate process, so that the figures do not include the CPU time of the engine and of the
 * measurement. Each message names a job and its event. The answer is the CPU time in milliseconds.
 */
process.on('message', async ({ entry, event }: { entry: string; event: unknown }) => {
  const { handler } = await import(`../../../functions/${entry}.ts`);
  const before = process.cpuUsage();
  const answer = await handler(event, {});
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpu: (user + system) / 1000, answer });
});
