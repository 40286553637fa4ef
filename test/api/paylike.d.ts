/** Neither `paylike` nor `@paylike/request` has its own types. */
declare module 'paylike' {
  // biome-ignore lint/suspicious/noExplicitAny: an untyped client
  const Paylike: any;
  export default Paylike;
}
declare module '@paylike/request' {
  // biome-ignore lint/suspicious/noExplicitAny: an untyped client
  const request: any;
  export default request;
}
