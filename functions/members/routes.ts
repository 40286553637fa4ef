import { responses } from '../../schemas/responses.ts';
import { errors, json, list, nothing } from '../../schemas/route/answers.ts';
import { pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;
const listAnswers = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/users',
    entry: 'members/invite',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'owners', stepUp: true, audit: 'invite' },
    verb: { client: 'merchant', name: 'users.invite' },
    tag: 'Members',
    summary: 'Invite a user',
    description:
      'The merchant’s list of users shows the person immediately. Their access begins when they accept the invitation. A new person gets an e-mail, which Florin sends after the answer; failed attempts are repeated. A person gets at most one such e-mail a day for a merchant, and daily quotas of the app, the merchant and the mailbox apply.',
    body: { schema: 'userInvite', as: 'api' },
    sample: () => ({ email: 'bob@example.com' }),
    answers: {
      201: json('The person is invited', responses.invited),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/members', 'api/invitations', 'api/idempotency'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/merchants/{merchantId}/users/{userId}',
    entry: 'members/remove-user',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    console: { roles: 'owners', stepUp: true, audit: 'removeUser' },
    verb: { client: 'merchant', name: 'users.remove' },
    tag: 'Members',
    summary: 'Revoke a user',
    description: 'The user loses access to the merchant immediately, and keeps access to other merchants.',
    answers: {
      204: nothing('Revoked'),
      403: Forbidden,
      404: { ...NotFound, description: 'Unknown merchant, or the user is not a member' },
    },
    tests: ['api/members'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/users',
    entry: 'members/list-users',
    authorization: 'key',
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'users.list' },
    tag: 'Members',
    summary: 'The users of a merchant',
    description: 'The people with access to the merchant in the console, each with a role. Newest first.',
    parameters: pagination,
    answers: { 200: list('Users', responses.user), ...listAnswers },
    tests: ['api/members', 'api/http/pages'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/apps',
    entry: 'members/add-app',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'owners', stepUp: true, audit: 'addApp' },
    verb: { client: 'merchant', name: 'apps.add' },
    tag: 'Members',
    summary: 'Add an app',
    description: 'Gives another app complete access to the merchant. Adding a member again changes nothing.',
    body: { schema: 'appAdd', as: 'api' },
    sample: ({ ownerId }) => ({ appId: ownerId }),
    answers: {
      201: nothing('The app is a member'),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/members', 'api/idempotency'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/merchants/{merchantId}/apps/{appId}',
    entry: 'members/remove-app',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    console: { roles: 'owners', stepUp: true, audit: 'removeApp' },
    verb: { client: 'merchant', name: 'apps.remove' },
    tag: 'Members',
    summary: 'Revoke an app',
    description:
      'Ends the access of the app immediately: its next request to the merchant returns 403. An app can also revoke itself, even as the last one. Then no API key has access to the merchant until the operator of Florin adds an app.',
    answers: {
      204: nothing('Revoked'),
      403: Forbidden,
      404: { ...NotFound, description: 'Unknown merchant, or the app is not a member' },
    },
    tests: ['api/members'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/apps',
    entry: 'members/list-apps',
    authorization: 'key',
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'apps.list' },
    tag: 'Members',
    summary: 'The apps of a merchant',
    description: 'The apps that have access to the merchant, without their keys. Newest first.',
    parameters: pagination,
    answers: { 200: list('Apps, never with a key', responses.app), ...listAnswers },
    tests: ['api/members', 'api/http/pages'],
  },
] as const satisfies readonly PublicRow[];
