import { patientClientOf } from '../../client.ts';

/** Runs a job by the stand-in for AWS, and returns its result. @param aws the address of the stand-in */
export const invoke = (aws: string, job: string, event: object) =>
  patientClientOf({ baseUrl: aws, posUrl: '' }).ask(
    'POST',
    `/2015-03-31/functions/${job}/invocations`,
    event,
  );
