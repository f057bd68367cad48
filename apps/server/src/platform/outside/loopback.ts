/** Whether a host name is certainly this machine. Decides by the name alone, without DNS. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
