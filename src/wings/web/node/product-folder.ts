/** For bundles that use no file of the product: the product's folder exists, so that paths in it can be named. */
import { disk } from './open-files';

disk.put('/codegrain/package.json', new TextEncoder().encode('{}'), 0);
