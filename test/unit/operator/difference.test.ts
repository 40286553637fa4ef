import { differenceOf } from '../../../lib/operator/deploy/difference.ts';

const queue = (properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties: properties });

test('the difference names what is added, removed and changed, and leaves out the notes of CDK', () => {
  const lines = differenceOf(
    {
      Resources: {
        Same: { ...queue(), Metadata: { a: 1 } } as never,
        Old: queue(),
        Changed: queue({ a: 1 }),
      },
    },
    {
      Resources: {
        Same: { ...queue(), Metadata: { a: 2 } } as never,
        New: queue(),
        Changed: queue({ a: 2 }),
      },
    },
  );
  expect(lines).toEqual(['adds 1: New', 'removes 1: Old', 'changes 1: Changed']);
});

test('a long list is shortened, and equal templates have no lines', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`Q${n + 10}`, queue()]));
  expect(differenceOf({}, { Resources: many })).toEqual([
    'adds 20: Q10, Q11, Q12, Q13, Q14, Q15, Q16, Q17, Q18, Q19, Q20, Q21, and 8 more',
  ]);
  expect(differenceOf({ Resources: many }, { Resources: many })).toEqual([]);
});
