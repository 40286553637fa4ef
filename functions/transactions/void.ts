import check from 'check:void';
import { voidPending } from '#domain/transaction.ts';
import { operation } from './operation.ts';

/** `POST /transactions/<id>/voids` */
export const handler = operation(voidPending, check);
