/** Version of the SDK, the only number that plugins state their compatibility with. */
export const sdkVersion = '0.1.0';
