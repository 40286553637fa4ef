import check from 'check:refund';
import { refund } from '#domain/transaction.ts';
import { operation } from './operation.ts';

/** `POST /transactions/<id>/refunds` */
export const handler = operation(refund, check);
