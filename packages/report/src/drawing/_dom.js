// JavaScript, so that the types beside it stand for those of the library.
export { parseHTML } from 'linkedom'
