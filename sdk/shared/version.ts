/** Version of the SDK: the one number that plugins state their compatibility with. */
export const sdkVersion = '0.1.0';
