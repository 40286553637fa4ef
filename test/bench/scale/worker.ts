/**
 * Runs handlers of jobs in a process of its own, so that the CPU time of the engine and of the measuring are not in the
 * figures. Each message names a job and its event. The answer has the CPU time in milliseconds.
 */
process.on('message', async ({ entry, event }: { entry: string; event: unknown }) => {
  const { handler } = await import(`../../../functions/${entry}.ts`);
  const before = process.cpuUsage();
  const answer = await handler(event, {});
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpu: (user + system) / 1000, answer });
});
