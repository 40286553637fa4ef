/** 31 December 9999, in seconds since 1970: later dates are not written with four digits. */
export const lastSecond = 253_402_300_799;
