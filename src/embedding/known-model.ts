/**
 * The model in the box, as it was made. A file of this length and CRC is that model, so that its SHA-256, which tells vectors of two
 * models apart, need not be worked out at each start. A test holds this equal to the file.
 */
export const builtInModel = 'models/built-in.cgm';

export const knownModel = {
  length: 10_931_456,
  crc: 0xf74d6851,
  sha256: '4fa5587a4181b3bdfb5284b48b4064b7b7c20b53749934cdc475291f5f4a62fe',
} as const;
