import { textsOfOrder } from '#domain/transactions/order-data.ts';

/** The order of a row: its reference, and below it the customer and the description, as far as they are known. */
export function OrderOf({ of }: { of: Parameters<typeof textsOfOrder>[0] }) {
  const [first, ...more] = textsOfOrder(of);
  if (first === undefined) return <span class="none">–</span>;
  return (
    <>
      <bdi class="ellipsis">{first}</bdi>
      {more.map((text) => (
        <span key={text} class="below">
          <bdi class="ellipsis">{text}</bdi>
        </span>
      ))}
    </>
  );
}
