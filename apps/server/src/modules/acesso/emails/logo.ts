/** The icon of the product, a PNG of 96 pixels. It travels with each e-mail, because a mail program loads no image of ours. */
export const LOGO = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEVMaXFERtJDRdBERtFDRdBERtBFR9H///9IStM3Oc6io+hI',
    'St1oadrIyfLk5PmIieLSiVf5AAAABnRSTlMA4GOVNr2o9bz8AAAACXBIWXMAAAsTAAALEwEAmpwYAAACV0lEQVRYw+2YQUsbQRTH',
    'Y/QDRPQQ8JJDD0IuevDUi3rwC/SYaxgmLMXjQjFb0sMQEdvbkpRAb6UpqSWVLIL3WEXwlrTSe6WgR0Uoxc2urmbeMvP+lt76P+3C',
    '/va9mffm8d5kMolWl6ZFqqafPclQTS06+/V0oL4fzCzr32fze8KgrVpB+34uEEY53TFiqqSERbL30Kv5QFjlvLr/fnJPMLS1kABP',
    'BUu7iYGABzgLmIHERDbgAk68tSuKC8jZCCgJtnqYR7c+TSg+IHMhUBSAvoRAHgFqYd4pBJDL7DAnwZ7ALOQya+RAJkr7VZlskmwm',
    '8qVK2SaSeUcfb/X5d8VXNP/0xNh27/WrT4geCcPwAeBWLyUJhAa03DFVD5UOaEt+Ow64L33NhA1w2yjwogEC7rUCgQ3fDpxGgfv0',
    'MwI8hkvtODPexDFpKzsQ515lPQLOGBbif8rKQRSKBhcQ8l0UbbYFITajVfT5gDggkbAAz8k2mYH49TvfpXjVA2ANrX8NwC7pBu0u',
    'vQbjsHk1ej3k51JrdCQ8xQbUNj3VBkCqxpCe0XQgeq40/rgkM9KBD8cjnezEVaAPVg2tMNmBAVjIPAUCZxIDqgosxu8FBvzwIcDr',
    'NBUL8C5GOj/92pSCBdzVVj+lGTfkkpBprYDlxP0HHgnkMaCGAyUM6OktXIvURr2FK9KOrGrspddoz/fNAJRpo3vUMTe6eisd9q3m',
    'Vpo06/W6uVnHxoHuYwYOeKSBhyZ4LMMHP3i0hIdXfDyGB3B8xIcvEfBrivAixELIbuHvrlrwyxz2ddEN/IUfEQtxA0EAAAAASUVO',
    'RK5CYII=',
  ].join(''),
  'base64',
);
