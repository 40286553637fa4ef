export { default } from '../api/teardown.ts';
