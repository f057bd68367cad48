/** The numbers of rows that a person can choose for a page. Every first visit loads this file, so it stays alone. */
export const PAGE_SIZES = [25, 50, 100] as const;
