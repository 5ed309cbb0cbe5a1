/**
 * The components for messages are in two shared files, because a list of conversations shows no more than a preview and
 * its ticks. Authors import `@balcao/sdk/chat`.
 */

export const chatBarrel = '@balcao/sdk/chat';

/** The part that first screens render. It is in one file with their part of the UI kit. */
export const chatFirst = `${chatBarrel}/first`;
/** Base names of its files. */
export const chatFirstFiles: readonly string[] = ['Ticks', 'formatting', 'media-kind'];

/** Returns the id of the shared file that contains a file of the chat. */
export const chatPartOf = (file: string): string =>
  chatFirstFiles.includes(file.replace(/^.*\//, '').replace(/\.tsx?$/, '')) ? chatFirst : chatBarrel;
