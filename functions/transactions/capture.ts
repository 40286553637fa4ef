import check from 'check:capture';
import { capture } from '#domain/transaction.ts';
import { operation } from './operation.ts';

/** `POST /transactions/<id>/captures` */
export const handler = operation(capture, check);
