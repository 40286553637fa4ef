import { nestedStacksIn, wholeTemplate } from '../../lib/build/whole-template.ts';

const stack = (Parameters: object, more = {}) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: { Parameters },
  ...more,
});

const parent = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table' },
    First: stack({ table: { Ref: 'Table' } }),
    Second: stack({ url: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['First', 'Outputs.Name'] }]] } }),
    Api: {
      Type: 'Api',
      Properties: { uri: { 'Fn::GetAtt': ['Second', 'Outputs.Uri'] } },
      DependsOn: ['Second', 'Table'],
    },
  },
  Outputs: { Url: { Value: { 'Fn::GetAtt': ['First', 'Outputs.Name'] } } },
};

const nested: Record<string, object> = {
  First: {
    Parameters: { table: { Type: 'String' } },
    Resources: {
      Reader: { Type: 'Function', Properties: { table: { Ref: 'table' }, role: { Ref: 'Role' } } },
    },
    Outputs: { Name: { Value: { Ref: 'Reader' } } },
  },
  Second: {
    Parameters: { url: { Type: 'String' } },
    Resources: { Caller: { Type: 'Function', Properties: { url: { Ref: 'url' } } } },
    Outputs: { Uri: { Value: { 'Fn::GetAtt': ['Caller', 'Arn'] } } },
  },
};

test('a stack and its nested stacks become one template, in which parameters and outputs are the resources that they stand for', () => {
  expect(nestedStacksIn(parent)).toEqual(['First', 'Second']);
  expect(wholeTemplate(parent, (id) => nested[id] ?? {})).toEqual({
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table' },
      Api: { Type: 'Api', Properties: { uri: { 'Fn::GetAtt': ['Caller', 'Arn'] } }, DependsOn: ['Table'] },
      Reader: { Type: 'Function', Properties: { table: { Ref: 'Table' }, role: { Ref: 'Role' } } },
      Caller: {
        Type: 'Function',
        Properties: { url: { 'Fn::Join': ['', ['https://', { Ref: 'Reader' }]] } },
      },
    },
    Outputs: { Url: { Value: { Ref: 'Reader' } } },
  });
});

test('a template without nested stacks stays as it is', () => {
  const { First, Second, Api, ...Resources } = parent.Resources;
  expect(wholeTemplate({ Resources }, () => ({}))).toEqual({ Resources });
});

test('two stacks cannot have a resource of the same name', () => {
  const twice = { Resources: { Table: { Type: 'Function' } } };
  expect(() => wholeTemplate(parent, () => twice)).toThrow('Two stacks have a resource Table');
});
