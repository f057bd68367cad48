/**
 * The `accept` attribute of a file chooser. It names HEIC, the format of iPhone photos, because most browsers
 * do not include HEIC in `image/*`.
 */
export const IMAGE_FILES = 'image/*,.heic,.heif';

/**
 * Also checks the extension, because the browser derives the type from the file name and has no type for
 * HEIC. The server detects the type from the content.
 */
export const isImageFile = ({ name, type }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name);
