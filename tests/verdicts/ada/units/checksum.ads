-- part-of: library_function.adb

function Checksum (Text : String) return Natural;
