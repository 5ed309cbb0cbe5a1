/**
 * The components for messages are in two shared files, because a list of conversations shows no more than a preview and
 * its ticks. Authors import `@balcao/sdk/chat`.
 */

export const chatBarrel = '@balcao/sdk/chat';

/** The part that first screens render. It is in one file with their part of the UI kit. */
export const chatFirst = `${chatBarrel}/first`;
const first = ['Ticks', 'formatting', 'media-kind'];

/** Returns the id of the shared file that contains a file of the chat. */
export const chatPartOf = (file: string): string =>
  first.includes(file.replace(/^.*\//, '').replace(/\.tsx?$/, '')) ? chatFirst : chatBarrel;
