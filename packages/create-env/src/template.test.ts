// The template is a package that works: its own tests run here too.
import '../template/src/conformance.test.ts'
import '../template/src/play.test.ts'
